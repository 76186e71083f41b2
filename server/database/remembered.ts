import type { LRUCache } from 'lru-cache'

/** Resolves to what a cache holds or awaits under the key, else to what is made now. A failure is not remembered. */
export async function remembered<K extends string | number, T>(
  cache: LRUCache<K, Promise<T>>,
  key: K,
  make: () => Promise<T>,
): Promise<T> {
  const found = cache.get(key) ?? make()
  cache.set(key, found)
  try {
    return await found
  } catch (error) {
    cache.delete(key)
    throw error
  }
}
