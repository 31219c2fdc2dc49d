import { version } from "../version.ts";
import type { CacheArea } from "../adapters/home/cache.ts";
import type { Home } from "../adapters/home/open-home.ts";
import type { Memory, SceneMemory } from "../adapters/git/scene-memory.ts";

/** The home's caches as the memory of scenes. */
export function sceneMemory(home: Home): Required<SceneMemory> {
  return {
    trees: home.cache("trees"),
    roots: jsonMemory(home, "roots"),
    commits: jsonMemory(home, "commits"),
    flags: jsonMemory(home, "flags"),
  };
}

/**
 * The cache gives back what was set or nothing, so what comes out has the shape of what went in. What another version kept,
 * in another shape or by other rules, is not looked at.
 */
export function jsonMemory<T>(home: Home, area: CacheArea): Memory<T> {
  const cache = home.cache(area);
  const ofThisVersion = (key: string): string => `${version} ${key}`;
  return {
    get: (key) => {
      const text = cache.get(ofThisVersion(key));
      return text === null ? null : (JSON.parse(text) as T);
    },
    set: (key, value) => cache.set(ofThisVersion(key), JSON.stringify(value)),
  };
}
