import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { onEveryDatabase } from '../databases.ts'

onEveryDatabase(
  'a question asked while the database is being closed is rejected, and waits for nothing',
  async (database) => {
    const db = await database.open()
    await db.query('SELECT 1')
    let isClosed = false
    const closed = db[Symbol.asyncDispose]().then(() => {
      isClosed = true
    })
    const settled: string[] = []
    let asked = 0
    const ask = (question: Promise<unknown>): void => {
      asked += 1
      question.then(
        () => settled.push('answered'),
        ({ message }: Error) => settled.push(message),
      )
    }
    while (!isClosed) {
      ask(db.query('SELECT 1'))
      ask(db.write((query) => query('SELECT 1')))
      await turn()
    }
    await closed
    await turn()
    assert.equal(settled.length, asked, 'each is settled by the time that the database is closed')
    assert.deepEqual(new Set(settled), new Set([`the database ${db.name} has been closed`]))
  },
)
