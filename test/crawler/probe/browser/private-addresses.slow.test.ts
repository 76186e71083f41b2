import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noTraps, trapped } from './trap-network.ts'
import { NAMES, OTHER_PORT } from './trap-pages.ts'

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
  const ports = ofNames.flatMap((address) => [
    `tcp ${address} 80`,
    `tcp ${address} 443`,
    `tcp ${address} ${OTHER_PORT}`,
  ])
  for (const [page, { packets, reached, failure }] of found) {
    const unknown = packets.filter((packet) => !ports.includes(packet))
    assert.deepEqual({ page, unknown }, { page, unknown: [] })
    assert.equal(reached.length > 0, BY_NAME.includes(page), `${page}: ${reached}`)
    const isRefused = BY_NAME.includes(page) || /^(redirect|refresh|main|form)/.test(page)
    assert.equal(failure, isRefused ? 'address_refused' : null, page)
  }
})

let unguarded: ReturnType<typeof trapped> | null = null

/** A browser that refuses nothing, at first on a page of nothing. */
function unguardedPages(): ReturnType<typeof trapped> {
  unguarded ??= trapped({
    ...{
      filter: false,
      guarded: false,
      lingerMs: 1_000,
      pages: ['blank', 'rtc', 'images', 'ports', 'redirect6'],
    },
    // Long enough for what a browser does when it has been up for a while, and for WebRTC on a busy machine.
    patient: ['blank', 'rtc'],
  })
  return unguarded
}

test('the browser asks for no host of its own', { skip: noTraps }, async () => {
  const blank = Object.fromEntries(await unguardedPages()).blank
  assert.deepEqual(
    blank?.questions.filter((question) => !question.startsWith('blank.example ')),
    [],
  )
})

test('the traps are ones: a browser that refuses nothing runs into them', { skip: noTraps }, async () => {
  const { blank, ...pages } = Object.fromEntries(await unguardedPages())
  for (const [page, { packets }] of Object.entries(pages)) assert.ok(packets.length > 0, page)
  assert.ok(pages.redirect6?.reached.length)
})
