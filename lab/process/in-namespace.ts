import { runCommand } from './run-command.ts'

/**
 * Else TCP remembers round-trip time and slow start threshold of an address from one connection to the next, so that a
 * load would begin with what the one before it found out.
 */
export const NO_TCP_MEMORY = { 'ipv4/tcp_no_metrics_save': '1' } as const

/** Sets values below /proc/sys/net in a namespace. */
export async function setSysctls(
  namespace: string,
  values: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  // /proc/sys/net shows the network namespace of whoever opens it, so it has to be written from inside.
  const script = Object.entries(values).map(([key, value]) => `echo '${value}' > /proc/sys/net/${key}`)
  await runCommand(['ip', 'netns', 'exec', namespace, 'sh', '-ec', script.join('\n')], { signal })
}

/** Runs commands of ip(8) in a namespace, one a line, until the first that fails. */
export async function ipBatch(
  namespace: string,
  commands: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await runCommand(['ip', '-netns', namespace, '-batch', '-'], { signal, input: `${commands.join('\n')}\n` })
}
