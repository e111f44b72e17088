// The address of the page of a finished round; with "", of the page for records from files.
export function recordPath(record: string): string {
  return `/g/${record}`;
}
