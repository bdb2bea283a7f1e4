"""The box and the enquiry: diamonds, tokens, pockets. Pure: it imports only the core."""
