/** The protocol settings of a sample: what the browser is made to do (docs/method.md, Arms). */
export const ARMS = {
  http: 'cleartext HTTP/1.1 on port 80',
  h1: 'HTTPS, HTTP/1.1: the baseline',
  h2: 'HTTPS, HTTP/2',
  h3: 'HTTPS, HTTP/3 from the first packet',
  'h3-altsvc': 'HTTPS, HTTP/3 where Alt-Svc or an HTTPS record leads to it',
} as const

export type Arm = keyof typeof ARMS

export const ARM_NAMES = Object.keys(ARMS) as Arm[]

/** ALPN name of the protocol that the main document must have come by; null where the arm promises none. */
export function promisedProtocol(arm: Arm): 'http/1.1' | 'h2' | 'h3' | null {
  return PROMISES[arm]
}

const PROMISES = { http: 'http/1.1', h1: 'http/1.1', h2: 'h2', h3: 'h3', 'h3-altsvc': null } as const

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
    case 'h3':
      return ['--enable-quic', ...forceQuic([...origins.forced.map((host) => `${host}:443`)])]
    case 'h3-altsvc':
      // Port 1 forces nothing, and exempts the host from the rule that QUIC wants a publicly known root.
      return ['--enable-quic', ...forceQuic(origins.privateRoot.map((host) => `${host}:1`))]
  }
}

export interface QuicOrigins {
  /** Hosts that are asked for over QUIC from the first packet; the arm `h3`. */
  readonly forced: readonly string[]
  /** Hosts whose certificate hangs on a private root, as in the sandbox; none on the internet. */
  readonly privateRoot: readonly string[]
}

function forceQuic(hostPorts: readonly string[]): string[] {
  return hostPorts.length === 0 ? [] : [`--origin-to-force-quic-on=${hostPorts.join(',')}`]
}
