-- Posters, made anew from what organisers sent, under the hash of what is served.
create table posters (
    hash       char(64)    primary key,
    jpeg       bytea       not null,
    sent_by    uuid        not null,
    path       text        not null generated always as ('/api/posters/' || hash || '.jpg') stored,
    created_at timestamptz not null default now()
);

create index idx_posters_sent_by on posters (sent_by);
create index idx_events_poster on events (poster_url) where poster_url like '/api/posters/%';
