"""The engine of a deal: from the deal over moves to the settlement."""
