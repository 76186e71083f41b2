import { API_ROOT } from '../contract/contract.ts'

/** Where contributions are sent to and deleted. */
export const COLLECTION_PATH = `${API_ROOT}/contributions`
