line 1 of the source
line 2 of the source
line 3 of the source
