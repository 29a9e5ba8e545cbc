"""A shop whose server asks before it does things, put together by hand."""
