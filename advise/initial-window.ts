import { newestProtocol } from './page-hosts.ts'
import type { SiteFacts, WhatIf } from './what-if.ts'

/** Packets: what CDNs begin with (30 to 32 at several of them), three times what RFC 6928 allows. */
const WINDOW_PACKETS = 32

/** Servers begin with this where the recording shows nothing (RFC 6928; RFC 9002, 7.2). */
const USUAL_PACKETS = 10

export const initialWindow: WhatIf = {
  name: 'initial-window',
  title: `Begin to send with ${WINDOW_PACKETS} packets`,
  howToDo: [
    {
      where: 'Linux, for nginx, Apache and all other servers over TCP',
      how: `\`ip route change default via GATEWAY dev DEVICE initcwnd ${WINDOW_PACKETS}\` on the server, and the same at each boot.`,
    },
    {
      where: 'HTTP/3',
      how: 'The window is the QUIC library’s: nginx has no setting for it, quic-go (Caddy) begins with 32 packets.',
    },
    { where: 'CDNs', how: 'They set it themselves: ask the provider, or serve the page through one.' },
  ],
  appliesTo: (site) => {
    const seen = seenPackets(site)
    if (seen !== null && seen >= WINDOW_PACKETS)
      return { applies: false, why: `The server begins with ${seen} packets already.` }
    return {
      applies: true,
      why: `The server begins with ${seen ?? `${USUAL_PACKETS} (assumed: the recording does not show it)`} packets, and then waits a round trip for the rest.`,
    }
  },
  arms: null,
  change: null,
  levels: { initcwnd: WINDOW_PACKETS },
}

function seenPackets(site: SiteFacts): number | null {
  const transport = newestProtocol(site) === 'h3' ? 'quic' : 'tcp'
  return site.recording.initialWindow?.[transport] ?? null
}
