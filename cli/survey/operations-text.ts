import type { OperationRow } from '../../model/operation.ts'
import { type Column, textTable } from '../output/table.ts'

const COLUMNS: readonly Column<OperationRow>[] = [
  { heading: 'start ms', cell: ({ startMs }) => startMs.toFixed(1), align: 'right' },
  { heading: 'took ms', cell: ({ durationMs }) => durationMs?.toFixed(1) ?? null, align: 'right' },
  { heading: 'operation', cell: ({ operation }) => operation },
  { heading: 'hop', cell: ({ hop }) => hop, align: 'right', optional: true },
  { heading: 'conn', cell: ({ connection }) => connection, align: 'right', optional: true },
  { heading: 'to', cell: to },
  { heading: 'address', cell: ({ address }) => address, optional: true },
  { heading: 'outcome', cell: ({ failure }) => failure ?? 'ok' },
  { heading: '', cell: details },
]

export function operationsText(rows: readonly OperationRow[], width: number | null): string {
  return textTable(rows, COLUMNS, width)
}

function to({ scheme, host, port, path }: OperationRow): string {
  return scheme === null ? host : `${scheme}://${host}:${port}${path ?? ''}`
}

/** The most informative fields of a row's result, for a person. */
function details({ result, detail }: OperationRow): string {
  if (detail !== null) return detail
  if (result === null || typeof result !== 'object') return ''
  const known = result as Record<string, unknown>
  const names = [
    'status',
    'version',
    'alpn',
    'group',
    'a',
    'aaaa',
    'cnames',
    'issuer',
    'quicVersion',
    'handshakeMs',
  ]
  return names
    .filter((name) => known[name] != null && String(known[name]) !== '')
    .map(
      (name) => `${name} ${typeof known[name] === 'number' ? Math.round(known[name]) : String(known[name])}`,
    )
    .join(', ')
}
