import type { ReleaseColumn, ReleaseTable } from './release-table.ts'

const text = (meaning: string): ReleaseColumn => ({ type: 'text', nullable: true, meaning })
const known = (meaning: string): ReleaseColumn => ({ type: 'boolean', nullable: true, meaning })
const ms = (meaning: string): ReleaseColumn => ({ type: 'number', unit: 'ms', nullable: true, meaning })

export const VANTAGE_TABLES = {
  vantages: {
    title: 'Vantage points',
    row:
      'a place that workers measured from, as its newest worker found it; one without a worker ' +
      'has no row',
    key: ['vantage'],
    columns: {
      vantage: { type: 'text', meaning: 'its name, as surveys and campaigns have it' },
      created_at: { type: 'instant', meaning: 'when its first worker started' },
      place: text('where it is, as its owner says'),
      network: text('which network it is in, as its owner says'),
      measured_at: { type: 'instant', nullable: true, meaning: 'when the rest was measured' },
      tool_version: text('version of towline that measured it'),
      ipv4: known('an interface has a public IPv4 address; behind NAT there is none'),
      ipv6: known('an interface has a public IPv6 address'),
      resolver: text('addresses of the recursive resolvers, comma separated'),
      clock_offset_ms: ms('its wall clock less the database’s'),
      clock_error_ms: ms('the most by which clock_offset_ms may be off'),
    },
  },
  vantage_rtts: {
    title: 'Round-trip times of vantage points',
    row: 'a name that a vantage point measured its distance to',
    key: ['vantage', 'seq'],
    foreignKeys: [{ columns: ['vantage'], table: 'vantages', references: ['vantage'] }],
    columns: {
      vantage: { type: 'text', meaning: 'vantage point' },
      seq: { type: 'integer', meaning: 'number of the name, from 0' },
      name: { type: 'text', meaning: 'name that was connected to' },
      address: text('address that it had there; null: none that may be contacted'),
      rtt_ms: ms('smallest of five TCP connect times to its port 443; null: no answer'),
    },
  },
} as const satisfies Readonly<Record<string, ReleaseTable>>
