import { NavigationData } from './navigation-data.ts';

/**
 * Returns what reads the navigation data of this folder, with the first route; null without any, or where they cannot be read.
 * @param folder - null where no navigation data is configured
 */
export function openNavigationData(
  folder: string | null,
  onTrouble: (what: 'navigation data cannot be read', error: unknown) => void,
): () => Promise<NavigationData | null> {
  const readOnce = async (path: string): Promise<NavigationData | null> => {
    try {
      return await NavigationData.read(path);
    } catch (error) {
      onTrouble('navigation data cannot be read', error);
      return null;
    }
  };
  let reading: Promise<NavigationData | null> | null = null;
  return async () => {
    if (folder === null) return null;
    reading ??= readOnce(folder);
    return reading;
  };
}
