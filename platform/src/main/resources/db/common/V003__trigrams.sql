-- Search for part of a word. Only an administrator may install it, so it stands here; a context's
-- index names it as common.gin_trgm_ops.
create extension if not exists pg_trgm with schema common;
