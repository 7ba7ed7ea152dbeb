-- A dead letter is redriven by the context it belongs to, whoever asks for it.
alter table dlq_events
    add column forged           boolean not null default false,
    add column redrive_asked_at timestamptz;
