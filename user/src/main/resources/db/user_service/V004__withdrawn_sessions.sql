-- An operator who locks an account or takes its role away ends its sessions.
alter table token_families drop constraint chk_families_revoked;
alter table token_families add constraint chk_families_revoked check (
    (revoked_at is null) = (revoked_reason is null)
    and revoked_reason in ('LOGOUT', 'REUSE', 'WITHDRAWN')
);
