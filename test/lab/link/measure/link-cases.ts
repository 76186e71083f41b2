import type { LinkCondition } from '../../../../lab/link/condition/link.ts'
import { parseLink } from '../../../../lab/link/condition/parse.ts'
import { conditionWith } from '../../../../lab/link/condition/profiles.ts'

export interface LinkCase {
  readonly title: string
  readonly condition: LinkCondition
  /** The one that cannot do it; default: none. */
  readonly notFor?: 'rattan'
}

/**
 * What every backend is measured at: rates that any machine holds, since how much more a user-space link carries is a
 * property of the machine (`towline lab calibrate` measures it, and the lab refuses a link that is off).
 */
export const LINK_CASES: readonly LinkCase[] = [
  { title: 'of 64 kbit/s', condition: parseLink('rtt=150,down=64kbps,up=64kbps,queue=16') },
  { title: 'of 1 Mbit/s', condition: parseLink('rtt=10,down=1,up=1,queue=64') },
  { title: 'of 10 and 2 Mbit/s and 100 ms', condition: parseLink('rtt=100,down=10,up=2') },
  { title: 'of 4 Mbit/s with a queue of 512 packets', condition: parseLink('rtt=20,down=4,up=4,queue=512') },
  { title: 'that does nothing', condition: parseLink('rtt=0') },
  { title: 'that loses packets, more of them down', condition: parseLink('rtt=10,loss-down=3%,loss-up=1%') },
  { title: 'that loses packets in bursts', condition: parseLink('rtt=10,loss=4%,burst=5') },
  {
    title: 'that loses packets in bursts and between them',
    condition: conditionWith({
      rttMs: 10,
      lossDown: { goodToBad: 0.01, badToGood: 0.25, lossInGood: 0.02, lossInBad: 1 },
    }),
  },
  {
    title: 'that loses half of each burst',
    condition: conditionWith({
      rttMs: 10,
      lossUp: { goodToBad: 0.02, badToGood: 0.1, lossInGood: 0, lossInBad: 0.5 },
    }),
    notFor: 'rattan',
  },
  { title: 'whose delay varies', condition: parseLink('rtt=60,jitter=15') },
  { title: 'with a queue of 16 packets', condition: parseLink('rtt=20,down=2,up=2,queue=16') },
  { title: 'with a queue of 1,000 packets', condition: parseLink('rtt=20,down=2,up=2,queue=1000') },
]
