import { after, before, test } from 'node:test'
import { assertShown, RUNNERS } from './data-answers.ts'
import { type DataPlace, dataPlace, needsExport, SNIPPETS } from './data-snippets.ts'

let place: DataPlace
before(async () => {
  place = await dataPlace({ exported: true })
})
after(() => place[Symbol.asyncDispose]())

SNIPPETS.forEach((snippet, index) => {
  if (!needsExport(snippet)) return
  const { language, needs, question } = snippet
  const title = `snippet ${index + 1} of docs/data.md (${needs ?? language}, ${question}) says what the dashboard shows`
  const runner = RUNNERS[needs ?? language]
  test(title, { skip: runner?.skip ?? 'there is nothing to run it with' }, async () => {
    if (runner === undefined) return
    assertShown(place, snippet, await place.run(runner.program, runner.args(place.codeOf(snippet))))
  })
})
