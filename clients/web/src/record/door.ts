// The two ways to a record: by its id from the server, or from a file.

import type { Page } from '../base/router';
import { loadStyle, STYLES } from '../net/style';
import { RecordPage } from './page';

// `id` is empty: from a file.
export async function openRecord(id: string): Promise<Page> {
  if (id !== '') return new RecordPage(id);
  const [{ FilePage }] = await Promise.all([import('./file-page'), loadStyle(STYLES.record as string)]);
  return new FilePage();
}
