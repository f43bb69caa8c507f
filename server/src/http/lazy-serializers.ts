import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type BuildSerializers = ReturnType<typeof SerializerSelector>;

/**
 * Fastify's serializers of responses, each generated when its status is first sent. Otherwise a start would
 * wait for those of all routes and statuses, most of which are never sent.
 */
export const lazySerializers: BuildSerializers = (externalSchemas, options) => {
  const build = SerializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: ReturnType<typeof build> | undefined;
    return (value) => {
      serialize ??= build(route);
      return serialize(value);
    };
  };
};
