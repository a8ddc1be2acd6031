import 'reflect-metadata';

export const services = new Map<string, new () => object>();

/** Registers a class by its name, as frameworks with dependency injection do. */
export function Service(): ClassDecorator {
  return (target) => {
    services.set(target.name, target as unknown as new () => object);
    Reflect.defineMetadata('service', true, target);
  };
}
