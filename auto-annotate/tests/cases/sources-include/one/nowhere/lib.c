line 1 of the source
