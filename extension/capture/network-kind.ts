import type { ContributionRecord } from './types.ts'

const KINDS: Readonly<Record<string, ContributionRecord['net']>> = {
  wifi: 'wifi',
  cellular: 'cell',
  ethernet: 'wired',
}

/** `navigator.connection.type` (Network Information API) as a record has it. */
export function networkKind(connectionType: string | null): ContributionRecord['net'] {
  return connectionType !== null && Object.hasOwn(KINDS, connectionType)
    ? (KINDS[connectionType] ?? 'unknown')
    : 'unknown'
}
