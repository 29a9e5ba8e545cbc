"""The commands, one module each; `mcpgen.cli` imports a module when its command is asked for."""
