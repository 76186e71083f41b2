import { runCommand } from '../sandbox/run-command.ts'

/** Names of two network namespaces, as `ip netns` lists them. */
export interface LinkEnds {
  readonly client: string
  readonly server: string
}

/**
 * Hardware addresses of the two ends, locally administered. They are fixed so that each end can know the other's for
 * good: an address resolution that the link delays or loses would be part of what is measured.
 */
export const HARDWARE = { client: '02:00:c6:12:00:01', server: '02:00:c6:12:00:02' } as const

/** A pair of interfaces of one name, one in each namespace, down. They go with either namespace. */
export async function makeVeth(ends: LinkEnds, name: string, signal: AbortSignal): Promise<void> {
  const end = (which: keyof LinkEnds) => ['name', name, 'address', HARDWARE[which], 'netns', ends[which]]
  await runCommand(['ip', 'link', 'add', ...end('server'), 'type', 'veth', 'peer', ...end('client')], {
    signal,
  })
}
