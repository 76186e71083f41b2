import { API_ROOT } from '../contract/contract.ts'

export const COLLECTION_PATH = `${API_ROOT}/contributions`
