import type { WhatIf } from './what-if.ts'

const WANTED = 'bbr'

export const congestionControl: WhatIf = {
  name: 'congestion-control',
  title: 'Send by BBR in place of CUBIC',
  howToDo: [
    {
      where: 'Linux, for nginx, Apache and all other servers over TCP',
      how: '`sysctl -w net.core.default_qdisc=fq net.ipv4.tcp_congestion_control=bbr`, and both in /etc/sysctl.d.',
    },
    { where: 'nginx, HTTP/3', how: 'It has no BBR of its own; the setting of Linux is for TCP alone.' },
    { where: 'Caddy, HTTP/3', how: 'quic-go has no BBR; the setting of Linux is for TCP alone.' },
    { where: 'CDNs', how: 'They choose it themselves; several send by BBR already.' },
  ],
  appliesTo: ({ congestionControls }) =>
    congestionControls.includes(WANTED)
      ? {
          applies: true,
          why: 'Where a link loses packets, CUBIC slows down and BBR goes by what arrives. Which one the live server has is not visible from outside: the replay has CUBIC.',
        }
      : { applies: false, why: 'The kernel of the machine that replays the page has no BBR to try.' },
  arms: null,
  change: null,
  levels: { congestionControl: WANTED },
}
