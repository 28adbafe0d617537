-- Only passwords are accounts: sign-in through a facility's directory keeps no token of it.
alter table accounts
  drop column access_token, drop column refresh_token, drop column id_token,
  drop column access_token_expires_at, drop column refresh_token_expires_at, drop column scope;
