import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factorLabel, factorText, levelText, levelWords } from '../../../../figures/factor-terms.ts'
import { comparedControls, labChoices } from '../../../../web/views/lab/lab-choices.ts'
import { showView } from '../shown-view.ts'

const run: Parameters<typeof labChoices>[1] = {
  measured: [
    { metric: 'bytes_down', arms: ['h1', 'h2', 'h3'] },
    { metric: 'document_connect_ms', arms: ['h1', 'h2'] },
    { metric: 'connections', arms: ['h3'] },
    { metric: 'plt_ms', arms: ['h1', 'h2', 'h3'] },
  ],
}
const chosen = (search = '') => labChoices(new URLSearchParams(search), run)

test('page load times of HTTP/2 over HTTP/1.1 come first; what has values can be chosen', () => {
  assert.deepEqual(chosen(), { metric: 'plt_ms', arm: 'h2', baseline: 'h1' })
  assert.deepEqual(chosen('metric=bytes_down&arm=h3&baseline=h2'), {
    metric: 'bytes_down',
    arm: 'h3',
    baseline: 'h2',
  })
})

test('what has no values is not chosen: a metric, an arm, an arm against itself', () => {
  assert.equal(chosen('metric=ttfb_ms')?.metric, 'plt_ms')
  assert.equal(chosen('metric=connections')?.metric, 'plt_ms', 'one arm alone cannot be compared')
  assert.equal(chosen('metric=document_connect_ms&arm=h3')?.arm, 'h2')
  assert.deepEqual(chosen('arm=h2&baseline=h2'), { metric: 'plt_ms', arm: 'h1', baseline: 'h2' })
  assert.equal(labChoices(new URLSearchParams(), { measured: [] }), null)
})

test('only arms and metrics with values are offered, times of a whole load first', async () => {
  const choices = chosen('metric=document_connect_ms')
  assert.ok(choices)
  const { texts } = await showView((context) => comparedControls(context, run, choices))
  assert.deepEqual(texts('option'), [
    ...['HTTP/2', 'HTTP/1.1'],
    ...['Page load time', 'Bytes received', 'Document: TCP handshake'],
  ])
})

test('a factor has its unit in its label or its level, and a level without a value is none', () => {
  assert.equal(factorLabel('rttMs'), 'round trip (ms)')
  assert.equal(factorLabel('somethingNew'), 'somethingNew')
  assert.equal(levelText('lossFraction', 0.07), '7 %')
  assert.equal(levelText('objectBytes', 100_000), '100 kB')
  assert.deepEqual([factorText(null), levelText('rttMs', null)], ['none', 'none'])
  assert.equal(levelWords('lossFraction', 0), 'no loss')
  assert.equal(levelWords('shards', 1), '1 shard')
  assert.equal(levelWords('somethingNew', 3), 'somethingNew 3')
})
