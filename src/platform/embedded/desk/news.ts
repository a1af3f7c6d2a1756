import type { NewsItem } from '../../../tracking/desk-model.ts';
import type { CrewCenter } from '../crew-center.ts';
import { listNews } from '../news.ts';
import { readSettings } from '../settings.ts';

/** Newest first. */
export function readNews(crewCenter: CrewCenter, limit: number): readonly NewsItem[] {
  const author = readSettings(crewCenter).name;
  return listNews(crewCenter, limit).map(({ title, body, postedAt }) => ({ title, body, author, postedAt }));
}
