import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinkCondition } from '../../../lab/link/condition/link.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { linkDeviations } from '../../../lab/link/measure/link-deviations.ts'
import { type LabNetwork, openLabNetwork } from '../../../lab/network/open.ts'
import { measureLinks } from '../../../lab/run/measure-links.ts'
import { CACHE, whyNoLink } from '../link/why-no-link.ts'

const skip = { skip: whyNoLink() }
const RTTS_MS = [60, 20]
const LINKS = RTTS_MS.map((rttMs) => parseLink(`rtt=${rttMs},down=10,up=5,loss=0.005`))
const LIMIT_MS = 300_000
/** A round trip of which 2 % are more than the millisecond that a machine can take to wake the two ends of an echo. */
const LONG = parseLink('rtt=150,down=10,up=5,loss=0.005')
const OTHER = parseLink('rtt=150,down=6,up=5,loss=0.005')

test(
  'links measured side by side come out as set, in their order; their networks are closed',
  skip,
  async () => {
    const lab = countedNetworks()
    const measuredLinks: number[] = []
    const measured = await measureLinks(LINKS, {
      openNetwork: lab.open,
      cacheDir: CACHE,
      signal: AbortSignal.timeout(LIMIT_MS),
      onLink: (_, n) => void measuredLinks.push(n),
    })
    assert.deepEqual(
      LINKS.map((link, index) => linkDeviations(link, measured[index] as (typeof measured)[number])),
      RTTS_MS.map(() => []),
    )
    assert.deepEqual(measuredLinks, [1, 2])
    assert.ok(lab.opened > 0)
    assert.equal(lab.closed, lab.opened)
  },
)

test('a link that is off is measured again, three times at most', skip, async () => {
  const lab = countedNetworks(() => OTHER)
  const [measured] = await measureLinks([LONG], {
    openNetwork: lab.open,
    cacheDir: CACHE,
    // The echo finds it as well, in half the time.
    byTools: false,
    signal: AbortSignal.timeout(LIMIT_MS),
    onLink() {},
  })
  assert.deepEqual([Math.round(measured?.downMbps ?? 0), lab.set], [6, 3])
})

test('an abort ends it, and closes what was opened', skip, async () => {
  const lab = countedNetworks()
  const stop = new AbortController()
  const measuring = measureLinks(LINKS, {
    openNetwork: lab.open,
    cacheDir: CACHE,
    signal: stop.signal,
    onLink() {},
  })
  await lab.firstSet
  stop.abort(new Error('enough'))
  await assert.rejects(measuring, { message: 'enough' })
  assert.equal(lab.closed, lab.opened)
})

/** Real networks, of which it is counted what is done to them. `instead` changes what a link is set to. */
function countedNetworks(instead: (condition: LinkCondition) => LinkCondition = (same) => same) {
  const first = Promise.withResolvers<void>()
  const counts = {
    opened: 0,
    closed: 0,
    set: 0,
    firstSet: first.promise,
    async open(signal: AbortSignal): Promise<LabNetwork> {
      const network = await openLabNetwork({ cacheDir: CACHE, shards: 1, hosts: [], signal })
      counts.opened += 1
      return {
        ...network,
        async setLink(condition, tcp, seed) {
          counts.set += 1
          const link = await network.setLink(instead(condition), tcp, seed)
          first.resolve()
          return link
        },
        async [Symbol.asyncDispose]() {
          await network[Symbol.asyncDispose]()
          counts.closed += 1
        },
      }
    },
  }
  return counts
}
