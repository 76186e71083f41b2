import type { Arm } from '../../../model/arm.ts'

/** The switches of Chromium that set the arm. A switch is a request, not a fact: what came of it is read back. */
export function armSwitches(arm: Arm, origins: QuicOrigins): string[] {
  switch (arm) {
    case 'http':
      // An HTTPS record upgrades http:// to https:// (RFC 9460, 9.5): what is not asked for does not.
      return ['--disable-http2', '--disable-quic', '--disable-features=UseDnsHttpsSvcb']
    case 'h1':
      return ['--disable-http2', '--disable-quic']
    case 'h2':
      return ['--disable-quic']
    // What the other hosts of a recording speak is their server's affair.
    case 'recorded':
    case 'h3':
      return ['--enable-quic', ...forceQuic([...origins.forced.map((host) => `${host}:443`)])]
    case 'h3-altsvc':
      // Port 1 forces nothing, and exempts the host from the rule that QUIC wants a publicly known root.
      return ['--enable-quic', ...forceQuic(origins.privateRoot.map((host) => `${host}:1`))]
  }
}

export interface QuicOrigins {
  /** Hosts that are asked for over QUIC from the first packet; the arms `h3` and `recorded`. */
  readonly forced: readonly string[]
  /** Hosts whose certificate hangs on a private root, as in the sandbox; none on the internet. */
  readonly privateRoot: readonly string[]
}

function forceQuic(hostPorts: readonly string[]): string[] {
  return hostPorts.length === 0 ? [] : [`--origin-to-force-quic-on=${hostPorts.join(',')}`]
}
