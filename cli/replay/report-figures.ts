import type { LabReplay } from '../../server/contract/contract.ts'

/** `97.5 %`; null for what is not known. */
export function percentText(share: number | null | undefined): string | null {
  if (share == null) return null
  const percent = 100 * share
  return `${percent === 100 || percent === 0 ? percent : percent.toFixed(1)} %`
}

/** `488 kB`. */
export function sizeText(bytes: number): string {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(0)} kB`
}

/** The protocols of a recording's hosts, each with how many have it: `h2 3, h3 1`. */
export function hostsText({ hosts }: Pick<LabReplay['recordings'][number], 'hosts'>): string {
  return [...Map.groupBy(hosts, ({ protocol }) => protocol ?? 'unknown')]
    .map(([protocol, same]) => `${protocol} ${same.length}`)
    .sort()
    .join(', ')
}
