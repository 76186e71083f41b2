import assert from 'node:assert/strict'
import { test } from 'node:test'
import { robotsPolicy } from '../../crawler/robots.ts'

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
