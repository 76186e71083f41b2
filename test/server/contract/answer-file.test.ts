import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerFile } from '../../../server/contract/answer-file.ts'

test('an answer’s file is its path and, by name, a folder for each choice', () => {
  assert.equal(answerFile('/meta'), '/api/v1/meta.json')
  assert.equal(answerFile('/ranking', { metric: 'plt', arm: 'h2' }), '/api/v1/ranking/arm=h2/metric=plt.json')
  assert.equal(
    answerFile('/ranking', { arm: 'h2', metric: 'plt', format: 'csv' }),
    '/api/v1/ranking/arm=h2/metric=plt.csv',
  )
  assert.equal(answerFile('/changes', { format: 'atom' }), '/api/v1/changes.atom')
  assert.equal(answerFile('/sites', { q: null, page: 2 }), '/api/v1/sites/page=2.json')
})

test('what a file system or an address may change is written as ~ and hex, and no two choices share a file', () => {
  assert.equal(answerFile('/x', { lab: '1:2', q: 'a/b~é' }), '/api/v1/x/lab=1~3a2/q=a~2fb~7e~c3~a9.json')
  assert.equal(answerFile('/sites/a%2Fb'), '/api/v1/sites/a~2fb.json')
  assert.notEqual(answerFile('/x', { q: '~2f' }), answerFile('/x', { q: '/' }))
})
