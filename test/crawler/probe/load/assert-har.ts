import assert from 'node:assert/strict'

type Json = Readonly<Record<string, unknown>>

/** Fails unless the value, as read back from JSON, has what HAR 1.2 demands (softwareishard.com/blog/har-12-spec). */
export function assertHar(value: unknown): void {
  const { log } = value as { log: Json }
  assert.equal(log.version, '1.2')
  own(log, ['version', 'creator', 'browser', 'pages', 'entries', 'comment'])
  strings(log.creator, 'log.creator', ['name', 'version'])
  if (log.browser !== undefined) strings(log.browser, 'log.browser', ['name', 'version'])
  const pages = list(log.pages, 'log.pages')
  for (const page of pages) {
    strings(page, 'page', ['startedDateTime', 'id', 'title'])
    date(page.startedDateTime, 'page')
    const timings = page.pageTimings as Json
    for (const name of ['onContentLoad', 'onLoad'])
      if (timings[name] !== undefined) numbers(timings, 'pageTimings', [name], -1)
    own(page, ['startedDateTime', 'id', 'title', 'pageTimings', 'comment'])
  }
  const ids = pages.map(({ id }) => id)
  let before = ''
  for (const entry of list(log.entries, 'log.entries')) {
    const started = String(entry.startedDateTime)
    date(started, 'entry')
    assert.ok(started >= before, `entries are in the order of their start: ${started} after ${before}`)
    before = started
    assert.ok(ids.includes(entry.pageref), 'pageref names a page')
    assertEntry(entry)
  }
}

function assertEntry(entry: Json): void {
  own(entry, ENTRY)
  numbers(entry, 'entry', ['time'], 0)
  const request = entry.request as Json
  own(request, REQUEST)
  strings(request, 'request', ['method', 'url', 'httpVersion'])
  numbers(request, 'request', ['headersSize', 'bodySize'], -1)
  for (const name of ['cookies', 'headers', 'queryString'])
    for (const item of list(request[name], name)) strings(item, name, ['name', 'value'])
  const response = entry.response as Json
  own(response, RESPONSE)
  strings(response, 'response', ['statusText', 'httpVersion', 'redirectURL'])
  numbers(response, 'response', ['status'], 0)
  numbers(response, 'response', ['headersSize', 'bodySize'], -1)
  for (const name of ['cookies', 'headers'])
    for (const item of list(response[name], name)) strings(item, name, ['name', 'value'])
  const content = response.content as Json
  own(content, ['size', 'compression', 'mimeType', 'text', 'encoding', 'comment'])
  strings(content, 'content', ['mimeType'])
  numbers(content, 'content', ['size'], 0)
  assert.equal(typeof entry.cache, 'object')
  assertTimings(entry)
}

/** `time` is the sum of the timings that apply, `ssl` left out because it is inside `connect`. */
function assertTimings(entry: Json): void {
  const timings = entry.timings as Record<string, number>
  own(timings, [...PHASES, 'ssl', 'comment'])
  numbers(timings, 'timings', ['send', 'wait', 'receive'], 0)
  numbers(timings, 'timings', ['blocked', 'dns', 'connect', 'ssl'], -1)
  const sum = PHASES.reduce((total, name) => total + Math.max(0, timings[name] ?? 0), 0)
  assert.ok(Math.abs(sum - Number(entry.time)) < 0.01, `time ${entry.time} is the sum ${sum}`)
  assert.ok((timings.ssl ?? -1) <= (timings.connect ?? -1) + 0.01, 'ssl is inside connect')
}

const PHASES = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive']
const ENTRY = [
  'pageref',
  'startedDateTime',
  'time',
  'request',
  'response',
  'cache',
  'timings',
  'serverIPAddress',
  'connection',
  'comment',
]
const REQUEST = [
  'method',
  'url',
  'httpVersion',
  'cookies',
  'headers',
  'queryString',
  'postData',
  'headersSize',
  'bodySize',
  'comment',
]
const RESPONSE = [
  'status',
  'statusText',
  'httpVersion',
  'cookies',
  'headers',
  'content',
  'redirectURL',
  'headersSize',
  'bodySize',
  'comment',
]

/** Custom fields must begin with an underscore. */
function own(object: Json, known: readonly string[]): void {
  const strange = Object.keys(object).filter((name) => !name.startsWith('_') && !known.includes(name))
  assert.deepEqual(strange, [])
}

function list(value: unknown, name: string): Json[] {
  assert.ok(Array.isArray(value), `${name} is a list`)
  return value as Json[]
}

function strings(value: unknown, where: string, names: readonly string[]): void {
  for (const name of names) assert.equal(typeof (value as Json)[name], 'string', `${where}.${name}`)
}

function numbers(object: Json, where: string, names: readonly string[], least: number): void {
  for (const name of names) {
    const value = object[name]
    assert.ok(typeof value === 'number' && value >= least, `${where}.${name} is ${value}`)
  }
}

function date(value: unknown, where: string): void {
  assert.ok(!Number.isNaN(Date.parse(String(value))), `${where}.startedDateTime is ${value}`)
}
