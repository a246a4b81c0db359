u.c of f
