import { readFile } from 'node:fs/promises'

/**
 * The choice of TCP and QUIC where nothing else is asked for: Linux's own default, and our server's for QUIC. A machine may
 * have another for TCP, and then HTTP/2 would be compared with HTTP/3 under unequal ones.
 */
export const DEFAULT_CONGESTION_CONTROL = 'cubic'

/** Names those of this kernel's TCP; none where it does not say. */
export async function availableCongestionControls(): Promise<string[]> {
  const file = '/proc/sys/net/ipv4/tcp_available_congestion_control'
  return (await readFile(file, 'utf8').catch(() => '')).trim().split(/\s+/)
}
