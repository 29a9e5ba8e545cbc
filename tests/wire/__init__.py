"""Every message that a server sends in a test is recorded, and held to the official schema of its revision."""
