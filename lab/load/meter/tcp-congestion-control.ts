import { availableCongestionControls } from '../../process/congestion-controls.ts'

/**
 * Congestion control of the established TCP connections of a network namespace, as the kernel says; null where there is none.
 * @param run runs a program in that namespace, to its end
 * @throws Error where connections differ
 */
export async function readTcpCongestionControl(
  run: (argv: readonly string[]) => Promise<string>,
): Promise<string | null> {
  const found = congestionControlsOf(
    await run(['ss', '-tinHO', 'state', 'established']),
    await availableCongestionControls(),
  )
  if (found.length > 1) throw new Error(`connections of one server have ${found.join(' and ')}`)
  return found[0] ?? null
}

/** The names among what ss(8) says of each connection in its line. */
export function congestionControlsOf(lines: string, names: readonly string[]): string[] {
  const found = lines
    .split('\n')
    .flatMap((line) => line.split(/\s+/).find((word) => names.includes(word)) ?? [])
  return [...new Set(found)]
}
