import { runCommand } from '../../process/run-command.ts'

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

/**
 * A pair of interfaces, one in each namespace, down. They go with either namespace.
 * @param serverName where the server's end is called otherwise than the client's
 */
export async function makeVeth(
  ends: LinkEnds,
  name: string,
  signal: AbortSignal,
  serverName = name,
): Promise<void> {
  const end = (which: keyof LinkEnds) => [
    ...['name', which === 'server' ? serverName : name],
    ...['address', HARDWARE[which], 'netns', ends[which]],
  ]
  await runCommand(['ip', 'link', 'add', ...end('server'), 'type', 'veth', 'peer', ...end('client')], {
    signal,
  })
}

/**
 * Resolves when no interface of that name is left in either namespace. The kernel takes a moment to remove those whose
 * other end went with a process that was killed; what is still there is removed.
 */
export async function interfaceGone(ends: LinkEnds, name: string): Promise<void> {
  for (const namespace of [ends.client, ends.server]) {
    try {
      await runCommand(['ip', '-netns', namespace, 'link', 'delete', name])
    } catch (error) {
      // Gone already, or going at this moment, or with its namespace.
      if (
        !(
          error instanceof Error &&
          /Cannot find device|No such device|Cannot open network namespace/.test(error.message)
        )
      )
        throw error
    }
  }
}
