-- What an event is found by. The words are computed by the platform, so that the search is the same
-- under every locale and encoding of the database, and the index has pairs of characters and pairs
-- of initial consonants: in Korean two syllables are a whole word, too short for trigrams.
create table event_words (
    event_id   uuid        primary key references events (id) on delete cascade,
    version    int         not null, -- of the computation; rows of another version are made again
    keys       text        not null, -- title|artist|venue|cast, in small letters and without spaces
    initials   text        not null, -- the same with the initial consonant of each syllable
    grams      text[]      not null,
    indexed_at timestamptz not null default now()
);

create index idx_event_words_grams on event_words using gin (grams) with (fastupdate = off);
create index idx_event_words_indexed on event_words (indexed_at);
create index idx_events_updated on events (updated_at);

-- the search by trigrams, which these words replace
drop index idx_events_search;
alter table events drop column search_text;
