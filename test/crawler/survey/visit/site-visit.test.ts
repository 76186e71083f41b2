import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slots } from '../../../../crawler/survey/run/slots.ts'
import { VisitAbandoned } from '../../../../crawler/survey/visit/abandon-late.ts'
import { type SiteVisitSettings, siteVisit } from '../../../../crawler/survey/visit/site-visit.ts'
import { PATIENT, surveyContext } from '../../../servers/survey-context.ts'

const SITE = { rank: 1, domain: 'hangs.test' }

/** A visit whose look-ups never end, whatever their signal says. */
function hanging(siteMs: number): { readonly settings: SiteVisitSettings; readonly asked: Promise<void> } {
  const asked = Promise.withResolvers<void>()
  const {
    originMs: _origin,
    signal: _signal,
    ...context
  } = surveyContext({ timeouts: { ...PATIENT, siteMs } })
  const settings: SiteVisitSettings = {
    ...context,
    resolver: {
      servers: [],
      resolve() {
        asked.resolve()
        return new Promise(() => {})
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    operations: new Set(['dns', 'tcp', 'tls', 'http1'] as const),
    robotsToken: null,
    optedOut: () => false,
    maxConnections: 7,
  }
  return { settings, asked: asked.promise }
}

test('a visit that does not heed its time limit is abandoned', async () => {
  const { settings } = hanging(1)
  const { signal } = new AbortController()
  await assert.rejects(siteVisit(settings, 1)(SITE, { signal, addressSlots: slots(1) }), VisitAbandoned)
})

test('a visit that does not heed that the run is stopped is abandoned', async () => {
  const { settings, asked } = hanging(3_600_000)
  const run = new AbortController()
  const visiting = siteVisit(settings, 1)(SITE, { signal: run.signal, addressSlots: slots(1) })
  await asked
  run.abort()
  await assert.rejects(visiting, VisitAbandoned)
})
