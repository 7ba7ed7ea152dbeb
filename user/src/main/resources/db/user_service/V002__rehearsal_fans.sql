-- Fans of a rehearsal are marked, so that all of them can be removed again and nobody else.
alter table users add column rehearsal_id uuid;
comment on column users.rehearsal_id is
    'Not null: no person. The one session that all tokens of this rehearsal belong to.';
create index idx_users_rehearsal on users (rehearsal_id) where rehearsal_id is not null;
