import { after, before } from 'node:test'

/**
 * What all tests of a file share: opened before the first of them, closed after the last. It stands for the opened thing from
 * the start, so that a constant can hold it, and throws where it is used before then.
 *
 * @param prepare what all tests need done with it
 */
export function opened<T extends AsyncDisposable>(open: () => Promise<T>, prepare?: () => Promise<void>): T {
  let resource: T | undefined
  before(async () => {
    resource = await open()
    await prepare?.()
  })
  after(() => resource?.[Symbol.asyncDispose]())
  return new Proxy({} as T, {
    get(_, name) {
      if (resource === undefined) throw new Error(`${String(name)} is read before the first test`)
      const value: unknown = Reflect.get(resource, name, resource)
      // Methods of a class read its private fields, which the proxy does not have.
      return typeof value === 'function' && !Object.hasOwn(resource, name) ? value.bind(resource) : value
    },
  })
}
