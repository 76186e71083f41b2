import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noTraps, trapped } from './trap-network.ts'
import { NAMES, PAGES } from './trap-pages.ts'

/** Main documents whose host is a name of a private address: the browser sends the request, and the load is void. */
const BY_NAME = ['mainname', 'redirectname', 'refreshname']

test('as root no packet reaches a private address, by whatever a page tries', { skip: noTraps }, async () => {
  for (const [page, { packets, reached }] of await trapped({ filter: true, guarded: true, lingerMs: 1_000 }))
    assert.deepEqual({ page, packets, reached }, { page, packets: [], reached: [] })
})

test('without a filter only names reach one: by a TCP handshake, and by a request of a main document', {
  skip: noTraps,
}, async () => {
  const found = await trapped({ filter: false, guarded: true, lingerMs: 1_000 })
  const ofNames = Object.values(NAMES).flatMap(({ a, aaaa }) => [...(a?.(2) ?? []), ...(aaaa?.(2) ?? [])])
  const ports = ofNames.flatMap((address) => [`tcp ${address} 80`, `tcp ${address} 443`])
  for (const [page, { packets, reached, failure }] of found) {
    const unknown = packets.filter((packet) => !ports.includes(packet))
    assert.deepEqual({ page, unknown }, { page, unknown: [] })
    assert.equal(reached.length > 0, BY_NAME.includes(page), `${page}: ${reached}`)
    const isRefused = BY_NAME.includes(page) || /^(redirect|refresh|main|form)/.test(page)
    assert.equal(failure, isRefused ? 'address_refused' : null, page)
  }
})

test('the browser asks for no host of its own', { skip: noTraps }, async () => {
  // Long enough for what it does when it has been up for a while.
  const found = await trapped({ filter: false, guarded: false, lingerMs: 8_000, pages: ['blank'] })
  for (const [page, { questions }] of found)
    for (const question of questions) assert.equal(question.split(' ')[0], `${page}.example`)
})

test('the traps are ones: a browser that refuses nothing runs into them', { skip: noTraps }, async () => {
  const pages = ['images', 'redirect6', 'rtc']
  // WebRTC takes its time on a busy machine.
  const found = await trapped({ filter: false, guarded: false, lingerMs: 8_000, pages })
  for (const [page, { packets }] of found) if (page in PAGES) assert.ok(packets.length > 0, page)
  assert.ok(Object.fromEntries(found).redirect6?.reached.length)
})
