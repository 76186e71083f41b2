import type { Dialect, Query } from '../rows/table.ts'

/** Facts of a visited site that a survey did not look for before; null in what was surveyed until then. */
const COLUMNS = {
  tls_round_trips: 'integer',
  chain_bytes: 'integer',
  resumption: 'boolean',
  ticket_lifetime_s: 'real',
  early_data: 'boolean',
  https_record: 'boolean',
  ech: 'boolean',
  early_hints: 'boolean',
} as const

const SQLITE = { integer: 'INTEGER', real: 'REAL', boolean: 'INTEGER' } as const

/** Keeps what a survey learns of handshakes: tickets, 0-RTT, the chain, HTTPS records with ECH, Early Hints. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const [column, type] of Object.entries(COLUMNS)) {
    const check = type === 'boolean' ? `${column} IN (0, 1)` : `${column} BETWEEN 0 AND 1e300`
    const sql =
      dialect === 'sqlite' ? `${SQLITE[type]} CHECK (${check})` : type === 'real' ? 'double precision' : type
    await query(`ALTER TABLE survey_sites ADD COLUMN ${column} ${sql}`)
  }
}
