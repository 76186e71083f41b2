import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { matchesPattern } from '../../../crawler/robots/matches-pattern.ts'
import { robotsPolicy } from '../../../crawler/robots/robots.ts'

const allowsRoot = (text: string, token = 'towline') => robotsPolicy(text, token).allowsRoot

/** RFC 9309, 5.1. */
const SIMPLE = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF
`

test('reads the simple example of RFC 9309, 5.1', () => {
  assert.equal(allowsRoot(SIMPLE), true)
  assert.equal(allowsRoot(SIMPLE, 'foobot'), false)
  assert.equal(allowsRoot(SIMPLE, 'barbot'), true)
  assert.equal(allowsRoot(SIMPLE, 'bazbot'), true)
  assert.equal(allowsRoot(SIMPLE, 'quxbot'), true)
})

test('an empty file, an empty rule and a file of something else allow', () => {
  assert.equal(allowsRoot(''), true)
  assert.equal(allowsRoot('User-agent: *\nDisallow:\n'), true)
  assert.equal(allowsRoot('<!doctype html><title>Not found</title>'), true)
  assert.equal(allowsRoot('Disallow: /'), true, 'a rule before any group belongs to nobody')
})

test('our group is taken alone, even where it is empty or comes later', () => {
  assert.equal(allowsRoot('User-agent: *\nDisallow: /\nUser-agent: towline\nAllow: /'), true)
  assert.equal(
    allowsRoot('User-agent: towline\nUser-agent: x\nDisallow: /y\n\nUser-agent: *\nDisallow: /'),
    true,
  )
  assert.equal(allowsRoot('User-agent: *\nDisallow: /\nUser-agent: towline\n'), true)
  assert.equal(allowsRoot('User-agent: *\nAllow: /\nUser-agent: towline\nDisallow: /'), false)
})

test('the token is matched whole and in any case, up to what is no part of a token', () => {
  assert.equal(allowsRoot('USER-AGENT: TowLine/1.0 (x)\nDISALLOW: /'), false)
  assert.equal(allowsRoot('User-agent: towline-news\nDisallow: /'), true)
  assert.equal(allowsRoot('User-agent: tow\nDisallow: /'), true)
  assert.equal(allowsRoot('User-agent: * # everyone\nDisallow: / # nothing here'), false)
})

test('groups of one agent are read as one (2.2.1)', () => {
  assert.equal(
    allowsRoot(
      'User-agent: towline\nDisallow: /a\n\nUser-agent: x\nDisallow:\n\nUser-agent: towline\nDisallow: /',
    ),
    false,
  )
  assert.equal(allowsRoot('User-agent: *\nDisallow: /b\nUser-agent: *\nDisallow: /'), false)
})

test('other records do not end a group (2.2.4)', () => {
  assert.equal(
    allowsRoot('User-agent: towline\nSitemap: https://x.test/s.xml\nCrawl-delay: 3\n\nDisallow: /'),
    false,
  )
  assert.equal(
    allowsRoot('User-agent: towline\nSitemap: https://x.test/s.xml\nUser-agent: y\nDisallow: /'),
    false,
  )
})

test('the longest match decides, and Allow at equal length (2.2.2)', () => {
  assert.equal(allowsRoot('User-agent: *\nDisallow: /\nAllow: /'), true)
  assert.equal(allowsRoot('User-agent: *\nAllow: /\nDisallow: /'), true)
  assert.equal(allowsRoot('User-agent: *\nDisallow: /\nAllow: /$'), true)
  assert.equal(allowsRoot('User-agent: *\nAllow: /$\nDisallow: /'), true)
  assert.equal(allowsRoot('User-agent: *\nAllow: /\nDisallow: /*'), false)
  assert.equal(allowsRoot('User-agent: *\nDisallow: /\nAllow: /public/'), false)
})

test('`*` and `$` are read as RFC 9309, 2.2.3 says', () => {
  for (const [pattern, matches] of [
    ['/', true],
    ['/$', true],
    ['/*', true],
    ['/*$', true],
    ['*', true],
    ['*/', true],
    ['*/$', true],
    ['/**', true],
    ['$', false],
    ['/a', false],
    ['/*a', false],
    ['//', false],
    ['*/*/', false],
    ['/?', false],
    ['example', false],
  ] as const) {
    assert.equal(allowsRoot(`User-agent: *\nDisallow: ${pattern}`), !matches, pattern)
  }
})

test('a pattern made to backtrack takes no time', () => {
  const start = performance.now()
  allowsRoot(`User-agent: *\nDisallow: /${'*a'.repeat(100_000)}$`)
  // Backtracking would not be done within a lifetime.
  assert.ok(performance.now() - start < 30_000)
})

test('byte order mark and every kind of line end are read', () => {
  for (const mark of ['\uFEFF', 'ï»¿']) {
    for (const end of ['\n', '\r\n', '\r']) {
      assert.equal(
        allowsRoot(`${mark}User-agent: *${end}Disallow: /${end}`),
        false,
        JSON.stringify(mark + end),
      )
    }
  }
})

test('500 KiB are read and what is beyond is not, nor a rule that the limit cuts in two', () => {
  const filled = (rule: string) => {
    const head = 'User-agent: *\n'
    return `${head}#${'x'.repeat(500 * 1024 - head.length - rule.length - 2)}\n${rule}`
  }
  assert.equal(
    allowsRoot(`${filled('Disallow: /\n')}Allow: /$\n`),
    false,
    'the last rule within the limit counts',
  )
  assert.equal(
    allowsRoot(`${filled('Disallow: /')}private\n`),
    true,
    '`/private` cut after the slash is no rule for `/`',
  )
  assert.equal(allowsRoot(filled('Disallow: /')), true, 'a text as long as the limit may have been cut there')
})

test('a token that is none is refused', () => {
  assert.throws(() => robotsPolicy('', '*'), RangeError)
})

/** `*` and `$` by dynamic programming over all ways to split: slow, and plainly right. */
function matchesBySplitting(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const text = isAnchored ? pattern.slice(0, -1) : `${pattern}*`
  let reached = new Set([0])
  for (const character of text) {
    const next = new Set<number>()
    for (const end of reached) {
      if (character === '*') for (let i = end; i <= path.length; i += 1) next.add(i)
      else if (path[end] === character) next.add(end + 1)
    }
    reached = next
  }
  return reached.has(path.length)
}

test('patterns match as trying every way to split the path says', () => {
  const letters = (...of: string[]) => fc.array(fc.constantFrom(...of), { maxLength: 12 })
  fc.assert(
    fc.property(letters('a', 'b', '*'), letters('a', 'b'), fc.constantFrom('', '$'), (pattern, path, end) => {
      const [rule, url] = [`/${pattern.join('')}${end}`, `/${path.join('')}`]
      assert.equal(matchesPattern(rule, url), matchesBySplitting(rule, url), `${rule} ${url}`)
    }),
    { numRuns: 3_000 },
  )
})

test('a file whose rules cost too much for a path says no, and its root is judged all the same', () => {
  const policy = robotsPolicy(`User-agent: *\n${'Disallow: *q\n'.repeat(30_000)}`, 'towline')
  assert.equal(policy.allowsRoot, true)
  assert.equal(policy.allows('/abc'), true)
  assert.equal(policy.allows(`/${'a'.repeat(5_000)}`), false)
})
