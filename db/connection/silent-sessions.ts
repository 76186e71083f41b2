/**
 * Ends a session of PostgreSQL when nothing has come from its machine for 30 s, the lease of a job, with its transaction
 * and its locks: a machine that is lost or cut off sends no end of its connections. By default Linux waits for two hours,
 * or for 15 minutes where it has sent an answer. No effect on a Unix socket.
 * https://www.postgresql.org/docs/current/runtime-config-connection.html#RUNTIME-CONFIG-TCP-SETTINGS
 */
export const END_SILENT_SESSION = [
  'SET tcp_keepalives_idle = 15',
  'SET tcp_keepalives_interval = 5',
  'SET tcp_keepalives_count = 3',
  'SET tcp_user_timeout = 30000',
].join('; ')

/** The same the other way round, for pg: a server whose machine is lost never answers what it has been asked. */
export const NOTICE_SILENT_SERVER = { keepAlive: true, keepAliveInitialDelayMillis: 15_000 } as const
