/** Returns the same object, except that these methods are called instead of its own. */
export function override<T extends object>(target: T, methods: Partial<T>): T {
  const bound = new Map<unknown, { readonly member: unknown; readonly call: unknown }>();
  return new Proxy(target, {
    get(own, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof T];
      const member: unknown = Reflect.get(own, name, own);
      if (typeof member !== 'function') return member;
      const known = bound.get(name);
      if (known?.member === member) return known.call;
      const call: unknown = member.bind(own);
      bound.set(name, { member, call });
      return call;
    },
  });
}
