import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  PASSED_OVER,
  type PassedOverReason,
  type SelectOptions,
  select,
} from '../../../crawler/select/select.ts'
import type { SurveyedSite } from '../../../model/site-facts.ts'
import { surveyedSite, unreachableSite } from '../../stats/survey/surveyed-site.ts'

const byRank: SelectOptions = { count: 100, serve: ['h2'], order: 'rank' }

const domains = (sites: readonly { domain: string }[]) => sites.map(({ domain }) => domain)

/** What became of the second of two sites. */
function second(first: SurveyedSite, other: SurveyedSite): PassedOverReason | 'selected' {
  const { passedOver } = select([first, other], byRank)
  return passedOver.find(({ domain }) => domain === other.domain)?.reason ?? 'selected'
}

test('takes the best-ranked sites that serve the protocols, and says why it took no other', () => {
  const { selected, passedOver } = select(
    [
      surveyedSite(1, 'google.com', { h3: true }),
      surveyedSite(2, 'h2only.com'),
      unreachableSite(3, 'dead.com'),
      surveyedSite(4, 'google.co.in', { h3: true }),
      surveyedSite(5, 'unknown.com', { h3: null }),
      surveyedSite(6, 'wikipedia.org', { h3: true }),
      surveyedSite(7, 'late.com', { h3: true }),
    ],
    { count: 2, serve: ['h2', 'h3'], order: 'rank' },
  )
  assert.deepEqual(selected, [
    { rank: 1, rankMagnitude: null, domain: 'google.com', finalOrigin: 'https://www.google.com' },
    { rank: 6, rankMagnitude: null, domain: 'wikipedia.org', finalOrigin: 'https://www.wikipedia.org' },
  ])
  assert.deepEqual(passedOver, [
    {
      rank: 2,
      rankMagnitude: null,
      domain: 'h2only.com',
      reason: 'not_served',
      because: 'does not serve h3',
    },
    {
      rank: 3,
      rankMagnitude: null,
      domain: 'dead.com',
      reason: 'unreachable',
      because: 'no HTTP response (tcp_timeout)',
    },
    {
      rank: 4,
      rankMagnitude: null,
      domain: 'google.co.in',
      reason: 'same_name_other_suffix',
      because: 'same presence as google.com (rank 1): same name under another public suffix',
    },
    {
      rank: 5,
      rankMagnitude: null,
      domain: 'unknown.com',
      reason: 'unknown_served',
      because: 'not known whether it serves h3',
    },
    {
      rank: 7,
      rankMagnitude: null,
      domain: 'late.com',
      reason: 'count_reached',
      because: 'not looked at: 2 sites were selected before it',
    },
  ])
})

test('links by name, final origin, final domain, certificate and organisation, each with its own reason', () => {
  const a = surveyedSite(1, 'a-one.com')
  assert.equal(second(a, surveyedSite(2, 'a-two.com')), 'selected')
  assert.equal(second(a, surveyedSite(2, 'shop.a-one.com')), 'same_registrable_domain')
  assert.equal(second(a, surveyedSite(2, 'a-one.co.uk')), 'same_name_other_suffix')
  assert.equal(
    second(a, surveyedSite(2, 'b.com', { finalOrigin: 'https://www.a-one.com' })),
    'same_final_origin',
  )
  assert.equal(
    second(a, surveyedSite(2, 'b.com', { finalOrigin: 'https://m.a-one.com' })),
    'same_final_domain',
  )
  const moved = surveyedSite(1, 'a-one.com', { finalOrigin: 'https://elsewhere.net' })
  assert.equal(
    second(moved, surveyedSite(2, 'b.com', { finalOrigin: 'https://x.a-one.com' })),
    'same_final_domain',
  )
  const owned = { certFingerprint: 'AA:BB', certOrganization: 'Example, Inc.' }
  assert.equal(second({ ...a, ...owned }, surveyedSite(2, 'b.com', owned)), 'same_certificate')
  const renewed = { certFingerprint: 'CC', certOrganization: ' EXAMPLE, inc.' }
  assert.equal(second({ ...a, ...owned }, surveyedSite(2, 'b.com', renewed)), 'same_organization')
})

test('customers under one private suffix are not one presence, nor one with a namesake outside', () => {
  assert.equal(second(surveyedSite(1, 'one.github.io'), surveyedSite(2, 'two.github.io')), 'selected')
  assert.equal(second(surveyedSite(1, 'shop.com'), surveyedSite(2, 'shop.blogspot.com')), 'selected')
  assert.equal(second(surveyedSite(1, 'blogspot.com'), surveyedSite(2, 'shop.blogspot.com')), 'selected')
  assert.equal(
    second(surveyedSite(1, 'blogspot.com'), surveyedSite(2, 'blogspot.de')),
    'same_name_other_suffix',
  )
  const hosted = (rank: number, name: string) =>
    surveyedSite(rank, `${name}.com`, { finalOrigin: `https://${name}.github.io` })
  assert.equal(second(hosted(1, 'one'), hosted(2, 'two')), 'selected')
})

test('a certificate that a CDN shares among customers is no operator', () => {
  const shared = { certFingerprint: 'AA', certOrganization: 'Cloudflare, Inc.' }
  assert.equal(second(surveyedSite(1, 'a.com', shared), surveyedSite(2, 'b.com', shared)), 'selected')
  const validated = { certFingerprint: 'AA', cdn: 'Fastly' }
  assert.equal(second(surveyedSite(1, 'a.com', validated), surveyedSite(2, 'b.com', validated)), 'selected')
  const many = Array.from({ length: 11 }, (_, i) =>
    surveyedSite(i + 1, `shared-host-${i}.com`, { certFingerprint: 'BB' }),
  )
  assert.equal(select(many, byRank).selected.length, 11)
  assert.equal(select(many.slice(1), byRank).selected.length, 1, 'ten names may be one company’s')
})

test('one operator’s certificate over many country domains stays one operator: they are one name', () => {
  const google = ['com', 'de', 'fr', 'it', 'es', 'pl', 'ca', 'ch', 'at', 'be', 'nl', 'se'].map((suffix, i) =>
    surveyedSite(i + 1, `google.${suffix}`, { certFingerprint: 'AA' }),
  )
  const { passedOver } = select(
    [...google, surveyedSite(50, 'youtube.com', { certFingerprint: 'AA' })],
    byRank,
  )
  assert.equal(passedOver.at(-1)?.reason, 'same_certificate')
})

test('links carry on: what is linked with a member is of the presence, and the reason names the way', () => {
  const { selected, passedOver } = select(
    [
      surveyedSite(1, 'a.com'),
      surveyedSite(2, 'b.com', { certFingerprint: 'AA', finalOrigin: 'https://www.a.com' }),
      surveyedSite(3, 'c.com', { certFingerprint: 'AA' }),
    ],
    byRank,
  )
  assert.deepEqual(domains(selected), ['a.com'])
  assert.equal(
    passedOver[1]?.because,
    'same presence as a.com (rank 1) by way of b.com (rank 2): same certificate',
  )
})

test('the best-ranked member that serves the protocols stands for its presence', () => {
  const { selected } = select(
    [surveyedSite(1, 'a.com', { h2: false }), surveyedSite(2, 'a.de'), surveyedSite(3, 'a.fr')],
    byRank,
  )
  assert.deepEqual(domains(selected), ['a.de'])
})

test('a wrong count, a missing seed and a domain that is there twice are refused', () => {
  assert.throws(() => select([], { ...byRank, count: 0 }), RangeError)
  assert.throws(() => select([], { ...byRank, count: 1.5 }), RangeError)
  assert.throws(() => select([], { ...byRank, order: 'random' }), RangeError)
  assert.throws(() => select([surveyedSite(1, 'a.com'), surveyedSite(2, 'a.com')], byRank), RangeError)
})

// Few of everything, so that links and chains of links are frequent.
const few = <T>(...values: T[]) => fc.constantFrom(...values)
const site = fc
  .record({
    name: few('a', 'b', 'c', 'd', 'e', 'f'),
    suffix: few('com', 'de', 'co.uk', 'github.io'),
    final: few('https://x.net', 'https://www.x.net', 'https://y.org', 'https://a.github.io', null),
    certFingerprint: few('P', 'Q', null, null),
    certOrganization: few('Org', 'Fastly, Inc.', null, null),
    cdn: few('Fastly', null),
    h2: few(true, true, true, false, null),
    up: few(true, true, true, false),
  })
  .map(({ name, suffix, final, up, ...facts }) => {
    const domain = `${name}.${suffix}`
    return up
      ? { domain, facts: { ...facts, ...(final ? { finalOrigin: final } : {}) } }
      : { domain, facts: null }
  })
const survey = fc
  .uniqueArray(site, { selector: ({ domain }) => domain, maxLength: 24 })
  .map((sites) =>
    sites.map(({ domain, facts }, i) =>
      facts ? surveyedSite(i + 1, domain, facts) : unreachableSite(i + 1, domain),
    ),
  )
const options = fc.record({
  count: fc.integer({ min: 1, max: 12 }),
  serve: fc.constant(['h2'] as const),
  order: few<'rank' | 'random'>('rank', 'random'),
  seed: fc.integer(),
})

test('property: depends on the set of sites and the seed, never on the order in which they come', () => {
  fc.assert(
    fc.property(
      survey.chain((sites) =>
        fc.tuple(fc.constant(sites), fc.shuffledSubarray(sites, { minLength: sites.length })),
      ),
      options,
      ([sites, shuffled], chosen) => {
        assert.deepEqual(select(shuffled, chosen), select(sites, chosen))
      },
    ),
  )
})

test('property: every site is selected or passed over, once; after the count was reached the reason says so', () => {
  fc.assert(
    fc.property(survey, options, (sites, chosen) => {
      const { selected, passedOver } = select(sites, chosen)
      assert.deepEqual(domains([...selected, ...passedOver]).sort(), domains(sites).sort())
      assert.ok(selected.length <= chosen.count)
      const late = passedOver.filter(({ reason }) => reason === 'count_reached')
      if (selected.length < chosen.count) assert.equal(late.length, 0)
      assert.ok(
        passedOver.slice(passedOver.length - late.length).every(({ reason }) => reason === 'count_reached'),
      )
      for (const { reason, because } of passedOver) {
        assert.ok(Object.hasOwn(PASSED_OVER, reason))
        assert.ok(because !== '' && !because.includes('undefined'))
      }
      for (const { domain } of selected) assert.equal(sites.find((one) => one.domain === domain)?.h2, true)
      if (chosen.order === 'rank') {
        assert.deepEqual(
          selected,
          selected.toSorted((a, b) => a.rank - b.rank),
        )
      }
    }),
  )
})

test('property: no two selected are linked, by a closure computed the slow way', () => {
  const suffixLinked = (a: string, b: string) =>
    !a.endsWith('.github.io') && !b.endsWith('.github.io') && a.split('.')[0] === b.split('.')[0]
  const domainOf = (origin: string) => {
    const labels = new URL(origin).hostname.split('.')
    return labels.slice(/\.(github\.io|co\.uk)$/.test(origin) ? -3 : -2).join('.')
  }
  const linked = (a: SurveyedSite, b: SurveyedSite) => {
    if (suffixLinked(a.domain, b.domain)) return true
    const own = [a.domain, ...(a.finalOrigin ? [domainOf(a.finalOrigin)] : [])]
    const other = [b.domain, ...(b.finalOrigin ? [domainOf(b.finalOrigin)] : [])]
    if (own.some((domain) => other.includes(domain))) return true
    const operators = [a, b].every((one) => one.certOrganization !== 'Fastly, Inc.')
    if (!operators) return false
    const validated = [a, b].some((one) => one.certOrganization === null && one.cdn === 'Fastly')
    if (a.certFingerprint !== null && a.certFingerprint === b.certFingerprint && !validated) return true
    return a.certOrganization !== null && a.certOrganization === b.certOrganization
  }
  fc.assert(
    fc.property(survey, options, (sites, chosen) => {
      const group = sites.map((_, i) => i)
      for (let changed = true; changed; ) {
        changed = false
        for (const [i, a] of sites.entries()) {
          for (const [j, b] of sites.entries()) {
            const [x, y] = [group[i] ?? i, group[j] ?? j]
            if (x !== y && linked(a, b)) {
              group[i] = group[j] = Math.min(x, y)
              changed = true
            }
          }
        }
      }
      const { selected } = select(sites, chosen)
      const groups = selected.map(({ domain }) => group[sites.findIndex((one) => one.domain === domain)])
      assert.equal(new Set(groups).size, groups.length)
      // And none was merged that is not linked: with room for all, every presence with a fit member is there.
      const fit = new Set(sites.flatMap((one, i) => (one.reachable && one.h2 === true ? [group[i]] : [])))
      assert.equal(select(sites, { ...chosen, count: 100 }).selected.length, fit.size)
    }),
    { numRuns: 300 },
  )
})

test('a random selection is another with another seed, and has the better-ranked members of each presence', () => {
  const sites = Array.from({ length: 60 }, (_, i) => [
    surveyedSite(2 * i + 1, `site${i}.com`),
    surveyedSite(2 * i + 2, `site${i}.de`),
  ]).flat()
  const draw = (seed: number) =>
    domains(select(sites, { count: 20, serve: ['h2'], order: 'random', seed }).selected)
  assert.deepEqual(draw(1), draw(1))
  assert.notDeepEqual(draw(1), draw(2))
  assert.notDeepEqual(draw(1).toSorted(), draw(2).toSorted())
  assert.ok(draw(1).every((domain) => domain.endsWith('.com')))
})
