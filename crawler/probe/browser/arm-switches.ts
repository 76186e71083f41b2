import type { Arm } from '../../../model/arm.ts'

/** The switches of Chromium that set the arm. A switch is a request, not a fact: what came of it is read back. */
export function armSwitches(arm: Arm, origins: QuicOrigins): string[] {
  const forced = origins.forced.map((host) => (PORT.test(host) ? host : `${host}:443`))
  switch (arm) {
    case 'http':
      // An HTTPS record upgrades http:// to https:// (RFC 9460, 9.5): what is not asked for does not.
      return ['--disable-http2', '--disable-quic', '--disable-features=UseDnsHttpsSvcb']
    case 'h1':
      return ['--disable-http2', '--disable-quic']
    case 'h2':
      return ['--disable-quic']
    case 'h3':
      return ['--enable-quic', ...forceQuic(hasAddress6(origins.forced) ? ['*', ...forced] : forced)]
    // Other hosts of a recording, if there are any, speak what their server does.
    case 'recorded': {
      const all = origins.forcedAreAll === true && hasAddress6(origins.forced)
      return ['--enable-quic', ...forceQuic(all ? ['*', ...forced] : forced)]
    }
    case 'h3-altsvc':
      // Port 1 forces nothing, and exempts the host from the rule that QUIC wants a publicly known root.
      return ['--enable-quic', ...forceQuic(origins.privateRoot.map((host) => `${host.replace(PORT, '')}:1`))]
  }
}

export interface QuicOrigins {
  /**
   * Hosts that are asked for over QUIC from the first packet, as `URL.host` writes them: with a port where it is not 443.
   * The arms `h3` and `recorded`.
   */
  readonly forced: readonly string[]
  /** Whether `forced` are all origins of HTTPS that the pages have. The arm `recorded`; default: no. */
  readonly forcedAreAll?: boolean
  /** Hosts whose certificate hangs on a private root, as in the sandbox; none on the internet. */
  readonly privateRoot: readonly string[]
}

/** Chromium takes an IPv6 address in the list and never finds it again: there all origins are forced. */
const hasAddress6 = (hosts: readonly string[]): boolean => hosts.some((host) => host.startsWith('['))

/** The port of a host as URLs write it, IPv6 in brackets. */
const PORT = /:\d+$/

function forceQuic(hostPorts: readonly string[]): string[] {
  return hostPorts.length === 0 ? [] : [`--origin-to-force-quic-on=${hostPorts.join(',')}`]
}
